/** Tells items of a kind apart at a glance, such as the flag of a visa's country. Decorative. */
export const ServiceMark = ({ src }: { src: string }) => <img src={src} alt="" className="flag" />

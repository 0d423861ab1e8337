/** Tells items of a kind apart at a glance, such as the flag of a visa's country. Decorative. */
export const ServiceMark = ({ src }: { src: string }) => (
  <img src={src} alt="" width={48} height={32} loading="lazy" className="flag" />
)

// What staff may type where the shop loads or links a web address: https, or a path of the shop. Anything else could load
// over an open connection (http:), run (javascript:) or contain the content itself (data:).

export const isHttps = (typed: string): boolean => /^https:\/\/[^\s/\\?#]\S*$/i.test(typed)
/** '/tours', but not '//host' and '/\\host', which lead elsewhere. */
export const isSitePath = (typed: string): boolean => /^\/(?![/\\])\S*$/.test(typed)
export const isWebAddress = (typed: string): boolean => isHttps(typed) || isSitePath(typed)

export const customerHref = (id: string): string => `/admin/customers/${id}`

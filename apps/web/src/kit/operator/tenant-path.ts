/** The page of one space. */
export const tenantPath = (tenantId: string): string => `/tenants/one?${new URLSearchParams({ tenantId })}`

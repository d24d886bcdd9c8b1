/** Where a company's integrations are. */
export const integrationsPath = '/company-space/applications'

/** The page of one of them, or its log. */
export const integrationPath = (integrationId: string, tab?: 'log'): string =>
  `${integrationsPath}/one?${new URLSearchParams({ integrationId, ...(tab && { tab }) })}`

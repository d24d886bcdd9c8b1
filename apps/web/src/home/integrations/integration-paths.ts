/** Where a company's integrations are. */
export const integrationsPath = '/company-space/applications'

/** The parts of one's page. */
export const integrationTabs = ['settings', 'webhook', 'log'] as const
/** A member of `integrationTabs`. */
export type IntegrationTab = (typeof integrationTabs)[number]

/** The page of one of them, or another part of it. */
export const integrationPath = (integrationId: string, tab?: IntegrationTab): string =>
  `${integrationsPath}/one?${new URLSearchParams({ integrationId, ...(tab && { tab }) })}`

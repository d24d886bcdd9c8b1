/** What names an integration to everybody: 43 characters that hold its space and itself. No directory is asked. */
export const appIdOf = (tenantId: string, integrationId: string): string =>
  Buffer.from(`${tenantId}${integrationId}`.replaceAll('-', ''), 'hex').toString('base64url')

/** The space and the integration an `appIdOf` names; null for what is none. */
export function readAppId(appId: string): { tenantId: string; integrationId: string } | null {
  if (!/^[\w-]{43}$/.test(appId)) return null
  const hex = Buffer.from(appId, 'base64url').toString('hex')
  return { tenantId: uuidOf(hex.slice(0, 32)), integrationId: uuidOf(hex.slice(32)) }
}

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

import { provisioningLimits } from '@moqi/domain/spaces/provisioning'
import { userDefinition } from './user-schema.ts'

const schema = (name: string) => [`urn:ietf:params:scim:schemas:core:2.0:${name}`]
const no = { supported: false }

/** What of SCIM is spoken here (RFC 7643 §5). */
export const providerConfig = (base: string) => ({
  schemas: schema('ServiceProviderConfig'),
  patch: { supported: true },
  bulk: { ...no, maxOperations: 0, maxPayloadSize: provisioningLimits.bodyBytes },
  filter: { supported: true, maxResults: provisioningLimits.pageMost },
  changePassword: no,
  sort: no,
  etag: no,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth Bearer Token',
      description: '企业管理员在“统一登录”页面生成的 SCIM 令牌',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

/** The one kind of resource (RFC 7643 §6). */
export const userType = (base: string) => ({
  schemas: schema('ResourceType'),
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  description: '企业成员',
  schema: userDefinition.id,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
})

/** What is kept of a user (RFC 7643 §7). */
export const userSchema = (base: string) => userDefinition.describe(`${base}/Schemas`)

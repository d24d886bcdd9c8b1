import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { dropIdentityProvider, requireIdentityProvider, saveIdentityProvider } from './edit-provider.ts'
import { enterByProvider, findIdentityProvider, leaveForProvider } from './enter-by-provider.ts'
import { getIdentityProvider } from './get-provider.ts'
import { endProviderLink, leaveToLink, linkProvider, listProviderLinks } from './link-provider.ts'
import { endProvisioningToken, getProvisioning, makeProvisioningToken } from './provisioning-tokens.ts'

/** The calls of this folder with the functions that answer them. */
export const identityProviderCalls = {
  dropIdentityProvider,
  endProviderLink,
  endProvisioningToken,
  enterByProvider,
  findIdentityProvider,
  getIdentityProvider,
  getProvisioning,
  leaveForProvider,
  leaveToLink,
  linkProvider,
  listProviderLinks,
  makeProvisioningToken,
  requireIdentityProvider,
  saveIdentityProvider,
} satisfies Partial<Handlers<Table>>

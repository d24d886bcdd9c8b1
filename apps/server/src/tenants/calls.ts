import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { proposeAdjustment } from './adjust-quota.ts'
import { endAuthentication, endDeed } from './end-authentication.ts'
import { findTenants } from './find-tenants.ts'
import { listFlaggedLaunchers, listFlaggedSpaces } from './flagged-spaces.ts'
import { freezeContracts, listContractFreezings, thawContracts, weighContractFreeze } from './freeze-contracts.ts'
import { freezeTenant, thawTenant, weighFreeze } from './freeze-tenant.ts'
import { endLook, openLook } from './look-into-tenant.ts'
import { listPlatformLog } from './platform-log.ts'
import { agreeProposal, listProposals, refuseProposal } from './proposals.ts'
import { tenantApplications } from './tenant-applications.ts'
import { tenantAuthentications } from './tenant-authentications.ts'
import { tenantContracts } from './tenant-contracts.ts'
import { listLooks } from './tenant-looks.ts'
import { tenantMembers } from './tenant-members.ts'
import { tenantNumbers } from './tenant-numbers.ts'
import { tenantPacks } from './tenant-packs.ts'
import { weighAuthEnd } from './weigh-auth-end.ts'

/** The calls of this folder with the functions that answer them. */
export const tenantCalls = {
  agreeProposal,
  endAuthentication,
  endDeed,
  freezeTenant,
  listProposals,
  proposeAdjustment,
  refuseProposal,
  thawTenant,
  weighAuthEnd,
  weighFreeze,
  endLook,
  listLooks,
  findTenants,
  freezeContracts,
  listContractFreezings,
  listFlaggedLaunchers,
  listFlaggedSpaces,
  thawContracts,
  weighContractFreeze,
  listPlatformLog,
  openLook,
  tenantApplications,
  tenantAuthentications,
  tenantContracts,
  tenantMembers,
  tenantNumbers,
  tenantPacks,
} satisfies Partial<Handlers<Table>>

import type { SpaceInfo } from '@moqi/api/shapes'
import type { OwnSpace, ShutSpace } from '#src/platform/actor.ts'

/** An own space as its owner is told of it. */
export function spaceInfo(space: OwnSpace, shut: ShutSpace['why'] | null = null): SpaceInfo {
  return {
    tenantId: space.tenantId,
    companyId: space.companyId,
    spaceName: space.name,
    spaceType: space.kind,
    spaceStatus: space.authStatus,
    isSpaceOwner: space.isOwner ? 'yes' : 'no',
    rightArray: [...space.rights],
    ...(space.closesAt !== null && { closeTime: space.closesAt }),
    ...(shut && { shut }),
    ...(shut && space.signInCode && { signInCode: space.signInCode }),
  }
}

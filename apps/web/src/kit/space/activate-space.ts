import { call } from '../../client/call.ts'
import { choose } from '../../client/preference.ts'
import { takeSpace, type Space } from '../../client/space-store.ts'
import { readAnew } from './read-anew.ts'

/**
 * Switches to another space: the server is told first, and only then does anything change (checklist S20). All that
 * was read in the old space is read again. Throws as `call` does.
 */
export async function activateSpace(space: Space) {
  await call('setTenantId', { tenantId: space.tenantId })
  takeSpace(space)
  choose({ lastTenantId: space.tenantId })
  await readAnew()
}

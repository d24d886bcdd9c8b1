import type { SpaceInfo } from '@moqi/api/shapes'
import { create } from 'zustand'
import { readStoredSpace, storeSpace } from './session.ts'

/** A space the signed-in person belongs to. */
export type Space = SpaceInfo

/** This tab's space (checklist I13); null until the person's spaces are known. */
export const useSpace = create<{ current: Space | null }>(() => ({ current: null }))

/** The `tenantId` this tab, or any tab, stored last. */
export function storedTenantId(): string | null {
  try {
    const stored: unknown = JSON.parse(readStoredSpace() ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('tenantId' in stored)) return null
    return typeof stored.tenantId === 'string' ? stored.tenantId : null
  } catch {
    return null
  }
}

/** The space requests are made for; null before it is known to be the person's own. */
export const currentTenantId = () => useSpace.getState().current?.tenantId ?? null

/**
 * The current or stored space if it is still in the list, else the preferred one (chosen to begin in, or used last in
 * another browser), else the first
 * (checklist S19). One that the session does not open is not chosen.
 */
export function chooseSpace(spaces: readonly Space[], preferred: string | null): Space | null {
  const wanted = wantedSpace(spaces, preferred)
  return wanted && !wanted.shut ? wanted : (spaces.find(({ shut }) => !shut) ?? null)
}

/** The current, stored or preferred space, though the session may not open it. */
export function wantedSpace(spaces: readonly Space[], preferred: string | null): Space | null {
  const wanted = currentTenantId() ?? storedTenantId() ?? preferred
  return spaces.find((one) => one.tenantId === wanted) ?? null
}

/** Makes a space this tab's. */
export function takeSpace(space: Space) {
  storeSpace(JSON.stringify(space))
  useSpace.setState({ current: space })
}

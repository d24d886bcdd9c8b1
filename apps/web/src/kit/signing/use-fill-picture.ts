import type { SealInfo } from '@moqi/api/shapes'
import { usePicture } from '../../client/picture.ts'
import type { Fill } from './signing-state.ts'

/** The picture of what stands at a place, null until it is there; and the seal, where it is one. */
export function useFillPicture(fill: Fill | undefined, seals: readonly SealInfo[]) {
  const seal = fill && 'sealId' in fill ? seals.find(({ sealId }) => sealId === fill.sealId) : undefined
  const picture = usePicture(seal?.sealImg ?? null)
  return { src: fill && 'ink' in fill ? fill.ink.png : picture, seal }
}

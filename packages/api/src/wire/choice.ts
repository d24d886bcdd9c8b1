import type { Output } from '../call.ts'
import type { task } from '../task.ts'

/** What a signer puts at one place: a kept seal, handwriting as a PNG in base64, or a value. */
export type Chosen = {
  areaId: string
  sealId?: string | undefined
  handwriting?: string | undefined
  value?: string | undefined
}

type ChosenPlaces = Output<typeof task.signProcessPosition>['positionArray']

/** What a signer has chosen, as it travels, for the server. */
export const chosenOf = (places: ChosenPlaces): Chosen[] =>
  places.map(({ positionId, sealId, handwriteBase64, value }) => ({
    areaId: positionId,
    sealId,
    handwriting: handwriteBase64,
    value,
  }))

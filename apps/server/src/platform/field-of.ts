import type { Checked } from '@moqi/domain/identity/checked'
import { Refusal } from '@moqi/domain/refusal'

/** The value of a checked field. Throws `field/invalid` with what is wrong with it. */
export function fieldOf<T>(field: string, checked: Checked<T>): T {
  if (!checked.ok) throw new Refusal('field/invalid', { field, message: checked.message })
  return checked.value
}

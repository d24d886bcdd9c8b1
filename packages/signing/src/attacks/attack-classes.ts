import type { AttackClass } from './attack.ts'
import { evilAnnotation } from './evil-annotation.ts'
import { incrementalSaving } from './incremental-saving.ts'
import { shadowHide } from './shadow-hide.ts'
import { shadowHideAndReplace } from './shadow-hide-and-replace.ts'
import { shadowReplace } from './shadow-replace.ts'
import { signatureWrapping } from './signature-wrapping.ts'
import { sneakySignature } from './sneaky-signature.ts'
import { universalSignatureForgery } from './universal-signature-forgery.ts'

/** Every class of attack, in the order in which they were published. */
export const attackClasses: readonly AttackClass[] = [
  universalSignatureForgery,
  incrementalSaving,
  signatureWrapping,
  shadowHide,
  shadowReplace,
  shadowHideAndReplace,
  evilAnnotation,
  sneakySignature,
]

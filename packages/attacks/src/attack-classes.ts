import type { AttackClass } from './attack.ts'
import { cutBack } from './eye/after-signing.ts'
import { annotationAsField } from './annotation-as-field.ts'
import { evilAnnotation, foreignAnnotation } from './evil-annotation.ts'
import { falseStore } from './false-store.ts'
import { floodedForm } from './flooded-form.ts'
import type { ForeignVictim } from './foreign-victim.ts'
import { hiddenKid } from './hidden-kid.ts'
import { hiddenField, removedAppearance } from './hidden-value.ts'
import { foreignSaving, incrementalSaving } from './incremental-saving.ts'
import { shadowHide } from './shadow-hide.ts'
import { shadowHideAndReplace } from './shadow-hide-and-replace.ts'
import { shadowReplace } from './shadow-replace.ts'
import { signatureWrapping } from './signature-wrapping.ts'
import { sneakySignature } from './sneaky-signature.ts'
import { tintedBox } from './tinted-box.ts'
import { twoCertifications } from './two-certifications.ts'
import { universalSignatureForgery } from './universal-signature-forgery.ts'

/** Every class of attack on our contracts, in the order in which they were published. */
export const attackClasses: readonly AttackClass[] = [
  universalSignatureForgery,
  incrementalSaving,
  signatureWrapping,
  shadowHide,
  shadowReplace,
  shadowHideAndReplace,
  evilAnnotation,
  sneakySignature,
  cutBack,
]

/** Attacks on contracts that others made, by whatever the first signature of those allows. */
export const foreignAttackClasses: readonly AttackClass<ForeignVictim>[] = [
  foreignSaving,
  foreignAnnotation,
  floodedForm,
  annotationAsField,
  hiddenKid,
  hiddenField,
  removedAppearance,
  falseStore,
  tintedBox,
  twoCertifications,
]

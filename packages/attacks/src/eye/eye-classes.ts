import type { AttackClass } from '../attack.ts'
import { changedWidget, savedLater } from './after-signing.ts'
import { blackedOut, erasedMark, paleText, retypedLine } from './covering-looks.ts'
import type { EyeStage } from './eye-stage.ts'
import { manyLooks } from './many-looks.ts'
import { printedOnly, renderersDiffer, signedTwice } from './two-readings.ts'

/** Attacks on what is seen, screen and paper, by the letters that a review gave them; J and K were published later. */
export const eyeClasses: readonly AttackClass<EyeStage>[] = [
  retypedLine,
  printedOnly,
  blackedOut,
  erasedMark,
  paleText,
  manyLooks,
  renderersDiffer,
  signedTwice,
  changedWidget,
  savedLater,
]

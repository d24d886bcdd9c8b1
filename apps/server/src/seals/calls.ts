import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { addPersonSeal } from './add-person-seal.ts'
import { handwriteLink } from './handwrite-link.ts'
import { keepAskingHandwrite } from './keep-asking-handwrite.ts'
import { listSeals, userSeals } from './list-seals.ts'
import { makePersonSealImg } from './make-person-seal-img.ts'
import { sealImage } from './seal-image.ts'
import { handWriteQrcodeScanned, submitHandwrite } from './submit-handwrite.ts'

/** The calls of this folder with the functions that answer them. */
export const sealCalls = {
  addPersonSeal,
  handWriteQrcodeScanned,
  handwriteLink,
  keepAskingHandwrite,
  listSeals,
  makePersonSealImg,
  sealImage,
  submitHandwrite,
  userSeals,
} satisfies Partial<Handlers<Table>>

import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { addPersonSeal } from './add-person-seal.ts'
import { listSeals, userSeals } from './list-seals.ts'
import { makePersonSealImg } from './make-person-seal-img.ts'
import { sealImage } from './seal-image.ts'

/** The calls of this folder with the functions that answer them. */
export const sealCalls = {
  addPersonSeal,
  listSeals,
  makePersonSealImg,
  sealImage,
  userSeals,
} satisfies Partial<Handlers<Table>>

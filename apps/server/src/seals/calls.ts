import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { addPersonSeal } from './add-person-seal.ts'
import { handwriteLink } from './handwrite-link.ts'
import { keepAskingHandwrite } from './keep-asking-handwrite.ts'
import { getCompanySeal, listCompanySeal, listSealLog } from './company-seals.ts'
import { getDatePngSrc } from './date-image.ts'
import { exportSealFiling } from './export-filing.ts'
import { freezeSeals, thawSeals } from './freeze.ts'
import { companyLegal } from './company-legal.ts'
import { listSeals, userSeals } from './list-seals.ts'
import { addCompanySeal, getSealMaking, makeCompanySealImg } from './make-company-seal.ts'
import { makePersonSealImg } from './make-person-seal-img.ts'
import { getSealWatch, saveSealWatch } from './seal-watch.ts'
import { sealImage } from './seal-image.ts'
import { submitCompanySeal } from './submit-company-seal.ts'
import { handWriteQrcodeScanned, submitHandwrite } from './submit-handwrite.ts'
import { pcIndexDeleteSeal, pcSealUpdate } from './update-seal.ts'

/** The calls of this folder with the functions that answer them. */
export const sealCalls = {
  addCompanySeal,
  addPersonSeal,
  companyLegal,
  handWriteQrcodeScanned,
  handwriteLink,
  keepAskingHandwrite,
  exportSealFiling,
  freezeSeals,
  getCompanySeal,
  getDatePngSrc,
  getSealMaking,
  getSealWatch,
  saveSealWatch,
  listCompanySeal,
  listSealLog,
  listSeals,
  makeCompanySealImg,
  makePersonSealImg,
  pcIndexDeleteSeal,
  pcSealUpdate,
  sealImage,
  submitCompanySeal,
  submitHandwrite,
  thawSeals,
  userSeals,
} satisfies Partial<Handlers<Table>>

import { randomUUID } from 'node:crypto'
import type { Output } from '@moqi/api/call'
import type { Position } from '@moqi/api/shapes'
import type { Table } from '@moqi/api/table'
import type { Client, FileToSend } from './api-client.ts'
import type { Actor } from './cast.ts'

type UploadedFile = Output<Table['uploadFile']>
/** A draft's names: the initiator's entry, the contract, the version to edit next. */
export type DraftName = Output<Table['saveDraft']>

const dayMs = 24 * 3_600_000
const signWithinDays = 30

/** Uploads a PDF as a contract file. */
export const uploadContract = (client: Client, file: FileToSend): Promise<UploadedFile> =>
  client.upload('uploadFile', file, { usage: 'contract' })

/**
 * Saves a draft over one file with these signers, who sign one after the other unless `parallel`, and prove their will
 * in two ways where it is `twice`.
 */
export function saveDraft(
  client: Client,
  file: UploadedFile,
  signers: readonly Actor[],
  { parallel = false, twice = false } = {},
): Promise<DraftName> {
  return client.call('saveDraft', {
    taskName: file.fileName.replace(/\.pdf$/i, ''),
    signExpireTime: Date.now() + signWithinDays * dayMs,
    signOrderType: parallel ? 'disorder' : 'order',
    fileIdArray: [file.fileId],
    signerArray: signers.map(({ phone, name, company }, index) => ({
      signerNo: index + 1,
      signOrder: index + 1,
      signType: company === null ? (0 as const) : (1 as const),
      signerName: name,
      phone,
      companyName: company,
      ...(twice && { willAuthType: 'double' as const }),
    })),
  })
}

/** Places every signer's seal and date on the last page, which makes the draft complete. */
export async function placeAreas(
  client: Client,
  draft: DraftName,
  file: UploadedFile,
  signers: readonly Actor[],
): Promise<void> {
  const positionArray = areasOnLastPage(file, signers)
  await client.call('saveLocation', { signId: draft.signId, version: draft.version, positionArray })
}

const date = { width: 40, height: 8 }
const gap = 2
const bottomMargin = 12

/** One column a signer along the foot of the last page: the seal, and the date beneath it (mm). */
function areasOnLastPage(file: UploadedFile, signers: readonly Actor[]): Position[] {
  const page = file.pageArray.at(-1)
  if (!page) throw new Error('文件没有页面')
  const column = page.width / signers.length
  const dateTop = page.height - bottomMargin - date.height
  const area = {
    fileId: file.fileId,
    page: file.pageCount,
    required: 1,
    sealId: null,
    value: null,
    format: null,
  } as const
  return signers.flatMap(({ company }, index): Position[] => {
    const middle = column * (index + 0.5)
    const side = company === null ? 20 : 42
    const whose = { ...area, signerNo: index + 1 }
    const seal = { x: middle - side / 2, y: dateTop - gap - side, width: side, height: side }
    return [
      { ...whose, ...seal, positionId: randomUUID(), positionType: company === null ? 'personSign' : 'companySeal' },
      { ...whose, ...date, x: middle - date.width / 2, y: dateTop, positionId: randomUUID(), positionType: 'date' },
    ]
  })
}

import { encodePng } from '@moqi/pdf/images/png'
import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** A picture of a paper as a phone would take it. */
export function idPhoto(): Buffer {
  const [width, height] = [320, 200]
  const data = new Uint8Array(width * height * 3).map((_, at) => (at * 7 + (at >> 8)) % 251)
  return encodePng({ width, height, channels: 3, data }, 6)
}

/** That many pictures, uploaded: their ids. */
export async function uploadedPictures(
  server: TestServer,
  who: Player,
  count: number,
  of: 'person' | 'company' = 'person',
): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const file = { fileName: '证件.png', bytes: idPhoto() }
    ids.push((await server.send('uploadPaperPicture', file, { of }, who)).data.pictureId)
  }
  return ids
}

/** What somebody with a passport submits. */
export const paperForm = (pictureArray: string[]): Sent<Table['submitPersonReview']> & { birthday: string } => ({
  paper: 'passport',
  realName: 'Anne-Marie O’Neill',
  idNumber: 'KX9382715',
  birthday: '1987-06-23',
  pictureArray,
  agree: 1,
  certificateAgree: 1,
})

/** What the operator of a law firm submits. */
export const companyPaperForm = (
  pictureArray: string[],
): Sent<Table['submitCompanyReview']> & { creditCode: string } => ({
  kind: 'lawFirm',
  companyName: '上海鹭江律师事务所',
  creditCode: '31310000MD0000015U',
  legalName: '林一鸣',
  pictureArray,
  agree: 1,
  companyAgree: 1,
})

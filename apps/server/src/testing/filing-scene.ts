import type { Stage } from './call-row.ts'
import type { Player } from './contract-scene.ts'
import { sampleFile } from './sample-file.ts'
import type { TestServer } from './test-server.ts'

/** Makes a folder at the top, or in another; its id. */
export async function madeFolder(
  server: TestServer,
  owner: Player,
  folderName: string,
  parentId: string | null = null,
): Promise<string> {
  const { code, message, data } = await server.call('saveFolder', { parentId, folderName }, owner)
  if (code !== 200) throw new Error(`no folder: ${message}`)
  return data.folderId
}

/** Has the company keep a contract from paper; its id. */
async function importedPaper(server: TestServer, owner: Player): Promise<string> {
  const file = { fileName: '租赁合同.pdf', bytes: sampleFile('保密协议.pdf') }
  const { code, message, data } = await server.send('importFiling', file, {}, owner)
  if (code !== 200) throw new Error(`nothing imported: ${message}`)
  return data.filingId
}

/** What a company has in its archive: a folder, a field, and a contract from paper; their ids. */
export async function arrangedArchive(server: TestServer, owner: Player) {
  const folderId = await madeFolder(server, owner, '采购合同')
  const { data } = await server.call('saveFilingField', { fieldName: '成本中心', fieldKind: 'text' }, owner)
  return { folderId, filingFieldId: data.fieldId, filingId: await importedPaper(server, owner) }
}

/** How many folders the launcher's company has. */
export const folders =
  ({ server, launcher }: Stage) =>
  async () =>
    (await server.call('listFolders', {}, launcher)).data.folderArray.length

/** How many fields the launcher's company has. */
export const filingFields =
  ({ server, launcher }: Stage) =>
  async () =>
    (await server.call('listFolders', {}, launcher)).data.fieldArray.length

/** How many contracts the launcher's company has in its archive. */
export const filings =
  ({ server, launcher }: Stage) =>
  async () =>
    (await server.call('listFilings', {}, launcher)).data.total

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Position } from '@moqi/api/shapes'
import { controls, controlTable } from '@moqi/domain/contract/controls'
import { vi } from 'vitest'
import { saveDraft, uploadContract } from '../../scripts/demo/launch-contract.ts'
import { signIn } from '../../scripts/demo/sign-in.ts'
import { inDatabase } from './database.ts'
import { type Launch, sampleFile } from './launch.ts'
import { jing, partyName, type Person } from './people.ts'
import type { StoryServer } from './story-server.ts'

/** Lists that have not been told of a contract, and messages on their way. */
const untold = `select 1 from graphile_worker.jobs
  where task_identifier in ('indexContract', 'deliverMessage') and run_at <= now()`

/** `twice`: everybody is asked to prove the will in two ways. */
type Sending = Omit<Launch, 'arrange' | 'fromContacts'> & { twice?: boolean }
type Page = { fileId: string; page: number; width: number; height: number }

/**
 * Has a contract sent over the API, as `launchContract` does on the pages, and waits until it is in everybody's lists
 * and its messages are out; answers the sender's own entry.
 */
export async function sendContract(server: StoryServer, sending: Sending, sender: Person = jing): Promise<string> {
  const { file, others, ownSideSigns, parallel = false, twice = false, page } = sending
  const client = await signIn(server.url, sender)
  const bytes = new Uint8Array(readFileSync(sampleFile(file)))
  const uploaded = await uploadContract(client, { fileName: file, bytes })
  const sheet = uploaded.pageArray[page - 1]
  if (!sheet) throw new Error(`${file} has no page ${page}`)
  const parties = ownSideSigns ? [sender, ...others] : others
  const { signId, version } = await saveDraft(client, uploaded, parties, { parallel, twice })
  const positionArray = areasOf({ ...sheet, fileId: uploaded.fileId, page }, sending, parties)
  await client.call('saveLocation', { signId, version, positionArray })
  await client.call('sendTask', { signId })
  await vi.waitUntil(async () => (await inDatabase(server, untold)) === 0, { timeout: 30_000 })
  return signId
}

/** Each of its control's own size. */
function areasOf(page: Page, { placings }: Sending, parties: Person[]): Position[] {
  return placings.map(({ person, kind, x, y }) => {
    const control = controls.find((one) => controlTable[one].label === kind)
    if (!control) throw new Error(`there is no ${kind}`)
    const { width, height } = controlTable[control].size
    return {
      positionId: randomUUID(),
      positionType: control,
      signerNo: parties.findIndex((party) => partyName(party) === partyName(person)) + 1,
      fileId: page.fileId,
      page: page.page,
      x: page.width * x - width / 2,
      y: page.height * y - height / 2,
      width,
      height,
      required: 1,
      sealId: null,
      value: null,
      format: null,
    }
  })
}

import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type { Player } from './contract-scene.ts'

/** What is asked ten times at once with one key, by whom, and what counts the effect. */
export type Repeated<K extends keyof Table> = {
  /** Nobody signed in, where the call is open. */
  who: Partial<Player>
  input: Sent<Table[K]>
  /** Of an upload. */
  file?: { fileName: string; bytes: Buffer }
  /** How often the effect is there. */
  count: () => Promise<number>
}
export type RepeatScene<K extends keyof Table> = () => Promise<Repeated<K>>

import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type { Player } from './contract-scene.ts'

/** What is asked ten times at once with one key, by whom, and what counts the effect. */
export type Repeated<K extends keyof Table> = {
  who: Player
  input: Sent<Table[K]>
  /** How often the effect is there. */
  count: () => Promise<number>
}
export type RepeatScene<K extends keyof Table> = () => Promise<Repeated<K>>

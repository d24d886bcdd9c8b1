import type { bulletin } from '@moqi/api/bulletin'
import { type CallRows, justReads, setsState, stale } from '../call-row.ts'

const bulletinId = '00000000-0000-7000-8000-000000000001'
const text = { words: '今晚升级', level: 'plain', audience: 'all', beginTime: 1_795_000_000_000 } as const

/** Of the calls in `packages/api/src/bulletin.ts`. */
export const bulletinRows: CallRows<typeof bulletin> = {
  currentBulletins: justReads,
  dismissBulletin: { inputs: () => [{ bulletinId, edition: 1 }], again: setsState },
  listBulletins: justReads,
  saveBulletin: {
    inputs: () => [{ ...text, endTime: text.beginTime + 3_600_000 }],
    again: 'makes a draft that nobody reads; of one there is already it is stale',
  },
  publishBulletin: { inputs: () => [{ bulletinId, revision: 1 }], again: stale },
  takeBackBulletin: { inputs: () => [{ bulletinId, revision: 2 }], again: stale },
  dropBulletin: { inputs: () => [{ bulletinId, revision: 1 }], again: stale },
}

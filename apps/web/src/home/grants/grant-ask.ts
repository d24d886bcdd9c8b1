import type { SealGrant } from '@moqi/api/seal-grant'
import { grantStateLabels } from '@moqi/domain/labels/status-labels'
import { grantsPath } from '../../kit/grants/grant-paths.ts'

type State = SealGrant['grantState']
type Asked = { manner: SealGrant['grantManner']; grantState: State | 'all'; sealId: string; keyword: string }

/** Which grants are asked for, as the page's address says it. */
export type GrantAsk = Asked & {
  path: string
  /** Whether anything but a state is asked for. */
  narrowed: boolean
  with: (change: Partial<Asked>) => GrantAsk
}

const shownStates = ['effective', 'waitSign', 'waitEffective', 'expired', 'revoked'] as const

/** Reads the address; what it does not know is not asked for. */
export const grantsAsked = (params: URLSearchParams): GrantAsk =>
  askOf({
    manner: params.get('manner') === 'auto' ? 'auto' : 'hand',
    grantState: shownStates.find((state) => state === params.get('status')) ?? 'all',
    sealId: params.get('sealId') ?? '',
    keyword: params.get('keyword') ?? '',
  })

function askOf(asked: Asked): GrantAsk {
  const { manner, grantState, sealId, keyword } = asked
  const query = new URLSearchParams({
    ...(manner === 'auto' && { manner }),
    ...(grantState !== 'all' && { status: grantState }),
    ...(sealId && { sealId }),
    ...(keyword && { keyword }),
  })
  return {
    ...asked,
    path: query.size > 0 ? `${grantsPath}?${query}` : grantsPath,
    narrowed: sealId !== '' || keyword !== '',
    with: (change) => askOf({ ...asked, ...change }),
  }
}

type Counts = readonly { grantState: State; number: number }[]

/** All, and every state, with how many. */
export function stateSegments(asked: GrantAsk, counts: Counts | undefined) {
  const number = (state: State) => counts && (counts.find(({ grantState }) => grantState === state)?.number ?? 0)
  const all = counts?.reduce((sum, count) => sum + count.number, 0)
  return [
    { key: 'all', label: '全部', count: all, to: asked.with({ grantState: 'all' }).path },
    ...shownStates.map((state) => ({
      key: state,
      label: grantStateLabels[state],
      count: number(state),
      to: asked.with({ grantState: state }).path,
    })),
  ]
}

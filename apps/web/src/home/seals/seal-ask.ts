import type { CompanySeal } from '@moqi/api/company-seal'
import { sealStateLabels } from '@moqi/domain/labels/status-labels'
import { type SealPurpose, sealPurposes } from '@moqi/domain/seals/company-seal'
import { sealsPath } from './seal-paths.ts'

type Status = CompanySeal['sealStatus']
type Asked = { sealStatus: Status | 'all'; sealPurpose: SealPurpose | ''; keyword: string }

/** What of the company's seals is asked for, as the page's address says it. */
export type SealAsk = Asked & {
  path: string
  /** Whether anything but a state is asked for. */
  narrowed: boolean
  with: (change: Partial<Asked>) => SealAsk
  cleared: () => SealAsk
}

const shownStates = ['enabled', 'auditing', 'auditFailed', 'disabled', 'revoked', 'expired'] as const

/** Reads the address; what it does not know is not asked for. */
export function sealsAsked(params: URLSearchParams): SealAsk {
  return askOf({
    sealStatus: shownStates.find((state) => state === params.get('status')) ?? 'all',
    sealPurpose: sealPurposes.find((purpose) => purpose === params.get('purpose')) ?? '',
    keyword: params.get('keyword') ?? '',
  })
}

function askOf(asked: Asked): SealAsk {
  const { sealStatus, sealPurpose, keyword } = asked
  const query = new URLSearchParams({
    ...(sealStatus !== 'all' && { status: sealStatus }),
    ...(sealPurpose && { purpose: sealPurpose }),
    ...(keyword && { keyword }),
  })
  return {
    ...asked,
    path: query.size > 0 ? `${sealsPath}?${query}` : sealsPath,
    narrowed: sealPurpose !== '' || keyword !== '',
    with: (change) => askOf({ ...asked, ...change }),
    cleared: () => askOf({ ...asked, sealPurpose: '', keyword: '' }),
  }
}

type Counts = readonly { sealStatus: Status; number: number }[]

/** All, and every state in which there is a seal, with how many. */
export function statusSegments(asked: SealAsk, counts: Counts | undefined) {
  const number = (state: Status) => counts?.find(({ sealStatus }) => sealStatus === state)?.number ?? 0
  const all = counts?.reduce((sum, count) => sum + count.number, 0)
  return [
    { key: 'all', label: '全部', count: all, to: asked.with({ sealStatus: 'all' }).path },
    ...shownStates
      .filter((state) => state === 'enabled' || state === asked.sealStatus || number(state) > 0)
      .map((state) => ({
        key: state,
        label: sealStateLabels[state],
        count: counts && number(state),
        to: asked.with({ sealStatus: state }).path,
      })),
  ]
}

import type { Signer } from '@moqi/api/shapes'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Choices } from './choices.tsx'

const nameOf = ({ companyName, signerName }: Signer) => (companyName ? `${companyName}（${signerName}）` : signerName)

type PartyChoiceProps = {
  detail: { isPending: boolean; isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> }
  parties: readonly Signer[]
  value: string
  error: string | undefined
  onChange: (signerNo: string) => void
}

/** Which of `parties` is meant, by its number, with the reading of them shown. */
export function PartyChoice({ detail, parties, value, error, onChange }: PartyChoiceProps) {
  if (detail.isPending) return <Skeleton rows={2} height={44} />
  if (detail.isError) return <LoadingFailed busy={detail.isFetching} onRetry={() => void detail.refetch()} />
  const items = parties.map((party) => ({
    value: String(party.signerNo),
    label: nameOf(party),
    note: party.phone,
  }))
  return <Choices legend="签署方" items={items} value={value} error={error} onChange={onChange} />
}

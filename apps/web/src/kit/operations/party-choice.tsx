import type { Signer } from '@moqi/api/shapes'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Choices } from './choices.tsx'
import type { usePartyChoice } from './use-party-choice.ts'

const nameOf = ({ companyName, signerName }: Signer) => (companyName ? `${companyName}（${signerName}）` : signerName)

type PartyChoiceProps = { choice: ReturnType<typeof usePartyChoice>; error: string | undefined }

/** Which of the parties is meant, with the reading of them shown. */
export function PartyChoice({ choice: { detail, parties, value, choose }, error }: PartyChoiceProps) {
  if (detail.isPending) return <Skeleton rows={2} height={44} />
  if (detail.isError) return <LoadingFailed busy={detail.isFetching} onRetry={() => void detail.refetch()} />
  const items = parties.map((party) => ({
    value: String(party.signerNo),
    label: nameOf(party),
    note: party.phone,
  }))
  return <Choices legend="签署方" items={items} value={value} error={error} onChange={choose} />
}

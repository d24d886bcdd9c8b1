import { call } from '../../client/call.ts'
import { PartList, UnreadPart } from './part-list.tsx'
import { usePart } from './use-part.ts'

/** How many contracts there are in each state; what they say and are called is nobody's here. */
export function ContractsPart({ tenantId }: { tenantId: string }) {
  const { data, ...unread } = usePart('contracts', tenantId, (signal) =>
    call('tenantContracts', { tenantId }, { signal, quiet: true }),
  )
  if (!data) return <UnreadPart {...unread} />
  return (
    <PartList
      label="合同"
      empty="没有合同"
      rows={data.stateArray.map(({ taskStatus, statusLabel, number }) => ({
        key: taskStatus,
        title: statusLabel,
        end: `${number}份`,
      }))}
    />
  )
}

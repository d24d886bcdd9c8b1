import type { Contact } from '@moqi/api/contact'
import type { ContactType } from '@moqi/domain/contacts/contact-rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { contactTypeLabels } from '../../kit/contacts/contact-ask.ts'
import { contactKeys } from '../../kit/contacts/contact-keys.ts'
import { MergeGroup } from './merge-group.tsx'

type Group = { reason: 'phone' | 'name' | 'chosen'; contactArray: readonly Contact[] }
type MergeSheetProps = {
  /** Those the person has chosen; null for whatever may be double. */
  contacts: readonly Contact[] | null
  type: ContactType
  onClose: () => void
}

/** Makes one contact of several that are the same, group by group. */
export function MergeSheet({ contacts, type, onClose }: MergeSheetProps) {
  if (contacts) return <Groups groups={[{ reason: 'chosen', contactArray: contacts }]} onClose={onClose} />
  return <FoundDoubles type={type} onClose={onClose} />
}

function FoundDoubles({ type, onClose }: Pick<MergeSheetProps, 'type' | 'onClose'>) {
  // What was found when the sheet was opened is gone through to its end.
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...contactKeys.doubles, type],
    queryFn: ({ signal }) => call('findDoubles', { contactType: type }, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const [kept, keep] = useState<readonly Group[] | null>(null)
  if (data && kept === null) keep(data.groupArray)
  if (kept && kept.length > 0) return <Groups groups={kept} onClose={onClose} />
  return (
    <Sheet title="合并重复联系人" width={560} onClose={onClose}>
      {kept && (
        <EmptyState
          title="没有发现重复的联系人"
          hint={`已检查全部${contactTypeLabels[type]}的手机号与姓名。也可以在列表中勾选后合并。`}
        />
      )}
      {!kept && isError && <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />}
      {!kept && !isError && (
        <div role="status" aria-label="正在加载" aria-busy="true">
          <Skeleton rows={4} height={36} />
        </div>
      )}
    </Sheet>
  )
}

const reasons = { phone: '手机号相同', name: '姓名与企业相同', chosen: '所选联系人' } as const

function Groups({ groups, onClose }: { groups: readonly Group[]; onClose: () => void }) {
  const [at, setAt] = useState(0)
  const group = groups[at]
  if (!group) return null
  const next = () => (at + 1 < groups.length ? setAt(at + 1) : onClose())
  const place = groups.length > 1 ? `第${at + 1}组，共${groups.length}组　` : ''
  return (
    <MergeGroup
      key={at}
      contacts={group.contactArray}
      lead={`${place}${reasons[group.reason]}`}
      onMerged={next}
      onClose={onClose}
      skip={
        groups.length > 1 && (
          <Button variant="quiet" className="foot-left" onClick={next}>
            不是同一人，跳过
          </Button>
        )
      }
    />
  )
}

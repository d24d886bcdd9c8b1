import { groupPeriods, type GroupPeriod } from '@moqi/domain/groups/group-figures'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '@moqi/domain/time/format-date'
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import type { CompanyGroup } from '@moqi/api/company-group'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { type Space, useSpace } from '../../client/space-store.ts'
import { Note } from '../../kit/console/panel.tsx'
import { hasRight } from '../../kit/space/space-facts.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GroupAcross } from './group-across.tsx'
import { GroupStanding } from './group-standing.tsx'
import { groupQuery, readGroupAnew } from './group-reads.ts'
import { InviteSheet } from './invite-sheet.tsx'
import { NoGroup } from './no-group.tsx'
import { ReceivedInvitations } from './received-invitations.tsx'
import './group.css'

/** /console/group: several companies under one group, in numbers; administrators' alone. */
export function GroupPage() {
  const space = useSpace(({ current }) => current)
  if (!space) return null
  if (hasRight(space, 'manageGroup')) return <Group key={space.tenantId} space={space} />
  return (
    <div className="con-in">
      <div className="con-head">
        <h1 className="h1">集团</h1>
      </div>
      <Note tone="blue">集团由企业管理员管理，请联系企业管理员。</Note>
    </div>
  )
}

function Group({ space }: { space: Space }) {
  const { data, isError, isFetching, refetch } = useQuery(groupQuery(space.tenantId))
  const again = () => void readGroupAnew(space.tenantId)
  if (!data)
    return (
      <div className="con-in">
        <h1 className="h1">集团</h1>
        {isError ? <LoadingFailed onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton height={240} />}
      </div>
    )
  const { group, invitationArray } = data
  if (!group)
    return (
      <div className="con-in">
        <div className="con-head">
          <h1 className="h1">集团</h1>
          <p className="muted">几家企业在一起看数字，各自办事。</p>
        </div>
        <div className="con-stack">
          <ReceivedInvitations invitations={invitationArray} company={space.spaceName} onAnswered={again} />
          <NoGroup onFounded={again} />
        </div>
      </div>
    )
  return group.isLead === 1 ? (
    <LedGroup space={space} group={group} onChanged={again} />
  ) : (
    <div className="con-in">
      <div className="con-head">
        <h1 className="h1">{group.groupName}</h1>
        <p className="muted">{`由${group.leadName}牵头，共${group.companyNumber}家企业。集团只看数，不看合同内容。`}</p>
      </div>
      <GroupStanding space={space} group={group} others={null} onChanged={again} />
    </div>
  )
}

type LedProps = { space: Space; group: CompanyGroup; onChanged: () => void }

function LedGroup({ space, group, onChanged }: LedProps) {
  const [period, setPeriod] = useState<GroupPeriod>('month')
  const [inviting, invite] = useState(false)
  return (
    <div className="con-in">
      <div className="con-head grp-head">
        <div>
          <h1 className="h1">{group.groupName}</h1>
          <p className="muted">跨企业只看数，不看合同内容；要办事，先切换到那家企业。</p>
        </div>
        <div className="grp-acts">
          <ExportFigures period={period} onTaken={onChanged} />
          <Button variant="primary" onClick={() => invite(true)}>
            <Plus size={18} />
            邀请企业加入
          </Button>
        </div>
      </div>
      <GroupAcross space={space} group={group} period={period} onPeriod={setPeriod} onChanged={onChanged} />
      {inviting && (
        <InviteSheet
          onClose={() => invite(false)}
          onDone={() => {
            invite(false)
            onChanged()
          }}
        />
      )}
    </div>
  )
}

function ExportFigures({ period, onTaken }: { period: GroupPeriod; onTaken: () => void }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const blob = await callBlob('exportGroupFigures', { period })
      saveBlob(blob, `集团各企业-${groupPeriods[period]}-${formatDate(Date.now(), '{y}{m}{d}')}.xlsx`)
      onTaken()
    } catch (refusal) {
      showRefusal(refusal)
    }
    setBusy(false)
  }
  return (
    <Button busy={busy} onClick={() => void save()}>
      <Download size={18} />
      导出Excel
    </Button>
  )
}

import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight, Scale, UserRoundPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { randomKey } from '../../client/request.ts'
import { ask } from '../../ui/ask-store.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { success } from '../../ui/toast-store.ts'
import { AppealForm } from './appeal-form.tsx'
import { AppealState } from './appeal-state.tsx'
import './company-exists.css'

type Taken = Output<Table['getTakenCompany']>
type CompanyExistsProps = { creditCode: string; onBack: () => void }

/** A company that is authenticated already: who administers it, and the two ways to go on (domain 5.6). */
export function CompanyExists({ creditCode, onBack }: CompanyExistsProps) {
  const [appealing, setAppealing] = useState(false)
  const queryKey = ['taken-company', creditCode]
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('getTakenCompany', { creditCode }, { signal, quiet: true }),
  })
  const reread = () => queryClient.invalidateQueries({ queryKey })
  if (error && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data)
    return (
      <div className="exists" aria-busy="true">
        <Skeleton rows={4} height={64} />
      </div>
    )
  if (appealing)
    return (
      <AppealForm
        company={data}
        onBack={() => setAppealing(false)}
        onSubmitted={async () => {
          await reread()
          setAppealing(false)
        }}
      />
    )
  return (
    <section className="exists" aria-labelledby="exists-title">
      <h1 id="exists-title" className="h1">
        该企业已在本平台认证
      </h1>
      <p className="muted">同一统一社会信用代码只能有一个企业空间。</p>
      <Company company={data} />
      {data.appeal && <AppealState appeal={data.appeal} onChanged={() => void reread()} />}
      <Ways company={data} onChanged={() => void reread()} onAppeal={() => setAppealing(true)} />
      <p className="exists-back">
        代码填错了？
        <button type="button" className="link" onClick={onBack}>
          回去修改
        </button>
      </p>
    </section>
  )
}

const Company = ({ company }: { company: Taken }) => (
  <div className="card exists-company">
    <SpaceBadge name={company.companyName} kind="company" size={48} />
    <div>
      <h2>{company.companyName}</h2>
      <p className="small muted num">
        {company.creditCode}
        {company.authTime !== null && `　${formatDate(company.authTime, '{y}-{m}-{d}')} 认证`}
      </p>
    </div>
    <p className="exists-admin">
      <span>管理员　{company.adminName}</span>
      <span className="small muted num">{company.adminPhone}</span>
    </p>
  </div>
)

type WaysProps = { company: Taken; onChanged: () => void; onAppeal: () => void }

function Ways({ company, onChanged, onAppeal }: WaysProps) {
  const { creditCode, askTime, isMember, isAdmin, objectDays, hasReview, appeal } = company
  const [key] = useState(randomKey)
  const joining = useMutation({
    mutationFn: () => call('askToJoin', { creditCode, agree: 1 }, { key }),
    onSuccess: () => {
      success('申请已发给企业管理员')
      onChanged()
    },
    onError: showRefusal,
  })
  const join = async () => {
    const agreed = await ask({
      title: '申请加入该企业',
      text: '您的姓名和手机号将告知该企业的管理员。',
      detail: '管理员同意后会向您的手机号发出邀请，在“待答复”中确认即可加入。',
      confirm: '发送申请',
    })
    if (agreed) joining.mutate()
  }
  if (isAdmin === 1) return <p className="card exists-own">您是该企业的管理员，切换到该企业空间即可使用。</p>
  const isOpen = appeal?.appealState === 'open' || appeal?.appealState === 'objected'
  return (
    <div className="card exists-ways">
      <Way
        art={<UserRoundPlus size={22} />}
        title="申请加入该企业"
        says={joinWords(isMember === 1, askTime)}
        takes={askTime === null ? '等管理员处理' : '已申请'}
        disabled={isMember === 1 || askTime !== null || joining.isPending}
        onChoose={() => void join()}
      />
      {hasReview === 1 && !isOpen && (
        <Way
          art={<Scale size={22} />}
          title="管理员申诉"
          says="管理员已离职、失联或未经授权时，由法定代表人重新指定"
          note={`原管理员有${objectDays}天时间提出异议；通过后旧的印章授权全部失效`}
          takes="3–5个工作日"
          onChoose={onAppeal}
        />
      )}
    </div>
  )
}

function joinWords(isMember: boolean, askTime: number | null): string {
  if (isMember) return '您已是该企业的成员，切换到该企业空间即可使用'
  if (askTime === null) return '管理员同意后，您就能以经办人身份签署'
  return `${formatDate(askTime, '{y}-{m}-{d} {h}:{i}')} 已申请，请等待管理员邀请`
}

type WayProps = {
  art: ReactNode
  title: string
  says: string
  note?: string
  takes: string
  disabled?: boolean
  onChoose: () => void
}

const Way = ({ art, title, says, note, takes, disabled = false, onChoose }: WayProps) => (
  <button type="button" className="exists-way" disabled={disabled} onClick={onChoose}>
    <span className="exists-art" aria-hidden="true">
      {art}
    </span>
    <span className="exists-words">
      <b>{title}</b>
      <span className="small">{says}</span>
      {note && <span className="small muted">{note}</span>}
    </span>
    <span className="exists-takes">{takes}</span>
    <ChevronRight size={18} aria-hidden="true" />
  </button>
)

import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { formatDate } from '@moqi/domain/time/format-date'
import { Link } from '../../router/link.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AuthWord } from '../../kit/space/auth-word.tsx'
import { useSecurityInfo } from '../../kit/account/use-security-info.ts'
import { CertificateCard } from './certificate-card.tsx'
import { OwnSpaces } from './own-spaces.tsx'
import { SignatureCard } from './signature-card.tsx'
import '../../kit/frame/info-card.css'
import './user-info.css'

/** /user/info (checklist R39): who I am here, my spaces, my signature, the certificate of the present space. */
export function UserInfoPage() {
  const { data, isError, isFetching, refetch } = useSecurityInfo()
  if (isError && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  return (
    <div className="info">
      <section className="card info-id" aria-labelledby="info-name" aria-busy={!data}>
        {data ? <Identity own={data} /> : <Skeleton rows={4} height={40} />}
      </section>
      <SignatureCard />
      <OwnSpaces />
      <CertificateCard />
    </div>
  )
}

function Identity({ own }: { own: Output<Table['getSecurityInfo']> }) {
  const name = own.realName ?? own.userName ?? own.phone
  const facts = [
    ['账号', own.userName ?? '未设置'],
    ['手机号', own.phone],
    ['邮箱', own.email ?? '未绑定'],
    ['注册时间', formatDate(own.registerTime, '{y}-{m}-{d} {h}:{i}')],
  ] as const
  return (
    <>
      <div className="info-top">
        <span className="avatar info-avatar" aria-hidden="true">
          {own.realName?.slice(-1) ?? '我'}
        </span>
        <div className="info-who">
          <div className="row">
            <h2 id="info-name" className="clip">
              {name}
            </h2>
            <AuthWord status={own.isAuthed} />
          </div>
          <p className="muted">{own.realName ? '签署合同时使用认证姓名' : '实名认证后才能发起和签署合同'}</p>
        </div>
        {own.isAuthed === 'passAuth' || (
          <Link className="btn btn-plain btn-m" to="/personal-auth-info?from=/user/info">
            去认证
          </Link>
        )}
      </div>
      <Facts className="facts" facts={facts} clip />
    </>
  )
}

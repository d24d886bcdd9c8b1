import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import type { Space } from '../../client/space-store.ts'
import { OwnCodeField } from '../../kit/account/own-code-field.tsx'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { signOut } from '../../kit/frame/sign-out.ts'
import { activateSpace } from '../../kit/space/activate-space.ts'
import { useSpaces } from '../../kit/space/use-spaces.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { success } from '../../ui/toast-store.ts'
import './space-entry.css'

/** /user/space-entry: what a company asks before it lets the session in, and how to do it. */
export function SpaceEntryPage() {
  const [query] = useSearchParams()
  const spaces = useSpaces()
  return (
    <section className="card entry-page">
      <CardState query={spaces} rows={3}>
        {(all) => {
          const space = all.find(({ tenantId }) => tenantId === query.get('tenantId'))
          if (!space) return <EmptyState title="没有要进入的企业" hint="请在页面左上角切换空间" />
          return <Entry space={space} onRead={() => void spaces.refetch()} busy={spaces.isFetching} />
        }}
      </CardState>
    </section>
  )
}

type EntryProps = { space: Space; onRead: () => void; busy: boolean }

function Entry({ space, onRead, busy }: EntryProps) {
  const navigate = useNavigate()
  const enter = async () => {
    try {
      await activateSpace(space)
      await navigate('/')
    } catch (refusal) {
      showRefusal(refusal)
    }
  }
  if (!space.shut)
    return (
      <>
        <h2 className="h2">可以进入{space.spaceName}了</h2>
        <p className="muted">已符合该企业的安全规则。</p>
        <p className="entry-page-acts">
          <Button variant="primary" onClick={() => void enter()}>
            进入企业
          </Button>
        </p>
      </>
    )
  return (
    <>
      <Obstacle space={space} onRead={onRead} />
      <p className="entry-page-acts">
        <Button busy={busy} onClick={onRead}>
          我已完成，重新检查
        </Button>
      </p>
      <p className="small muted">个人空间与其他企业不受影响，可以照常使用；收到的签署链接也可以照常打开。</p>
    </>
  )
}

function Obstacle({ space, onRead }: { space: Space; onRead: () => void }) {
  const { shut, spaceName } = space
  if (shut === 'network') return <NetworkObstacle space={space} onRead={onRead} />
  if (shut === 'second')
    return (
      <>
        <h2 className="h2">{spaceName}要求双因子登录</h2>
        <ol className="entry-page-steps">
          <li>到安全设置添加一把密钥：本机的指纹、面容、屏幕锁（通行密钥），或USB、NFC安全密钥。</li>
          <li>在同一页开启“登录二次验证”，并保存恢复码。</li>
          <li>回到这里进入企业。用通行密钥或USBKey登录的，直接就能进入。</li>
        </ol>
        <Link className="btn btn-m btn-primary" to="/user/settings">
          前往安全设置
        </Link>
      </>
    )
  if (shut === 'password')
    return (
      <>
        <h2 className="h2">{spaceName}要求定期更换密码</h2>
        <p className="muted">您的登录密码已超过企业规定的时间，修改后即可进入。</p>
        <Link className="btn btn-m btn-primary" to="/user/settings">
          修改密码
        </Link>
      </>
    )
  return (
    <>
      <h2 className="h2">请重新登录后进入{spaceName}</h2>
      <p className="muted">您离开的时间或本次登录的时间超过了企业规定，重新登录后即可进入。</p>
      <Button variant="primary" onClick={() => void signOut()}>
        重新登录
      </Button>
    </>
  )
}

function NetworkObstacle({ space, onRead }: { space: Space; onRead: () => void }) {
  const [open, setOpen] = useState(false)
  const [smsCode, setSmsCode] = useState('')
  return (
    <>
      <h2 className="h2">{space.spaceName}只允许从公司网络进入</h2>
      <p className="muted">您当前的网络不在企业规定的范围内。请连接公司网络或公司 VPN 后重新检查，或联系企业管理员。</p>
      {space.isSpaceOwner === 'yes' && (
        <p className="muted">
          您是企业管理员：公司网络变更、谁都无法进入时，可凭短信验证码关闭网络限制。
          <button type="button" className="link" onClick={() => setOpen(true)}>
            紧急关闭网络限制
          </button>
        </p>
      )}
      {open && (
        <FormSheet
          title="紧急关闭网络限制"
          confirm="关闭网络限制"
          tone="seal"
          ready={smsCode.length === 6}
          send={() => call('openNetworks', { tenantId: space.tenantId, smsCode })}
          onDone={() => {
            setOpen(false)
            success('网络限制已关闭')
            onRead()
          }}
          onClose={() => setOpen(false)}
        >
          <p>关闭后，成员可从任何网络进入{space.spaceName}。操作写入企业的成员日志，并通知全部管理员。</p>
          <OwnCodeField scene="network" value={smsCode} error={undefined} onChange={setSmsCode} />
        </FormSheet>
      )}
    </>
  )
}

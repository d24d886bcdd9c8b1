import { Button } from '../../ui/button.tsx'
import type { LocalNetwork } from './local-network.ts'

/** What to do where the companion does not answer, by what the browser is known to do. */
export function CompanionMissing({ network, onRetry }: { network: LocalNetwork; onRetry: () => void }) {
  return (
    <div className="companion-note" role="alert">
      {network === 'blocked' ? <Blocked /> : network === 'denied' ? <Denied /> : <Missing />}
      {network !== 'blocked' && (
        <Button block onClick={onRetry}>
          重试
        </Button>
      )}
      <p className="muted small">没有USBKey也可以：用验证码、密码或通行密钥登录，签署时用短信验证码。</p>
    </div>
  )
}

function Blocked() {
  return (
    <>
      <p>
        <b>Safari不允许网页使用本机的密钥助手</b>
      </p>
      <p>请用Chrome、Edge或Firefox打开本页，或换一种方式。</p>
    </>
  )
}

function Denied() {
  return (
    <>
      <p>
        <b>浏览器禁止了本网站访问本机的密钥助手</b>
      </p>
      <p>
        请点击地址栏左侧的图标，在网站设置中把“本地网络访问”改为“允许”，再点重试。设置不可更改时，是企业策略禁止的，请联系企业的电脑管理员。
      </p>
    </>
  )
}

function Missing() {
  return (
    <>
      <p>
        <b>未检测到密钥助手</b>
      </p>
      <ol>
        <li>安装USBKey厂商的驱动，插入USBKey。</li>
        <li>
          在本机启动密钥助手：<code>npm run companion</code>，并在启动参数中写上本网站的网址。
        </li>
        <li>浏览器询问是否允许访问本地网络时，选择“允许”。</li>
      </ol>
    </>
  )
}

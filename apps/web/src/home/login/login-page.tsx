import { lazy, Suspense, useEffect, useState, type KeyboardEvent } from 'react'
import { config, supportHours } from '../../client/config.ts'
import { withRedirect } from '../../client/own-path.ts'
import { hrefOf } from '../../router/leave.ts'
import { LetterFrame } from '../../kit/frame/letter-frame.tsx'
import { AccountForm } from './account-form.tsx'
import { useSearch } from './use-search.ts'
import './login-page.css'

const loadCodeForm = () => import('./code-form.tsx')
/** The other tabs come once this one can be used. */
const CodeForm = lazy(async () => ({ default: (await loadCodeForm()).CodeForm }))
const KeyForm = lazy(async () => ({ default: (await import('./key-form.tsx')).KeyForm }))
/** ms until it does. */
const restAfter = 1000

const tabs = [
  ['account', '账号登录'],
  ['code', '验证码登录'],
  ['key', '密钥登录'],
] as const
type Tab = (typeof tabs)[number][0]

/** /login (checklist R15): by account, by a code sent to the phone, or by a key. */
export function LoginPage() {
  const [tab, setTab] = useState<Tab>('account')
  const search = useSearch()
  useEffect(() => {
    const timer = setTimeout(() => void loadCodeForm().catch(() => null), restAfter)
    return () => clearTimeout(timer)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const place = tabs.findIndex(([id]) => id === tab) + (event.key === 'ArrowRight' ? 1 : -1)
    const [other] = tabs.at(place % tabs.length) ?? tabs[0]
    setTab(other)
    document.getElementById(`tab-${other}`)?.focus()
  }
  return (
    <LetterFrame foot={<Foot />}>
      <h1>登录</h1>
      <p className="login-new">
        <span>还没有账号？</span>
        <a href={hrefOf(withRedirect('/register-type', search))}>立即注册</a>
      </p>
      <div className="login-tabs" role="tablist" aria-label="登录方式" onKeyDown={onKeyDown}>
        {tabs.map(([id, label]) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={tab === id}
            aria-controls="login-form"
            tabIndex={tab === id ? 0 : -1}
            onClick={() => setTab(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <div id="login-form" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'account' ? <AccountForm /> : <Suspense>{tab === 'code' ? <CodeForm /> : <KeyForm />}</Suspense>}
      </div>
    </LetterFrame>
  )
}

function Foot() {
  return (
    <footer className="login-foot">
      <a href={hrefOf('/open/sso')}>企业统一登录</a>
      <a href={hrefOf('/file-check')}>验证文件</a>
      <a href={hrefOf('/documentCenter')}>帮助中心</a>
      {config.supportPhone && (
        <span>
          客服 {config.supportPhone}（{supportHours}）
        </span>
      )}
    </footer>
  )
}

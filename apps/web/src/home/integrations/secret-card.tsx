import type { Output } from '@moqi/api/call'
import type { Integration } from '@moqi/api/integration'
import type { Table } from '@moqi/api/table'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation } from '@tanstack/react-query'
import { KeyRound, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { CopyButton } from '../../kit/secret/copy-button.tsx'
import { RotateSheet } from '../../kit/secret/rotate-sheet.tsx'
import { SecretSheet } from '../../kit/secret/secret-sheet.tsx'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { success } from '../../ui/toast-store.ts'
import { rereadIntegrations } from './integration-keys.ts'
import { SecretOverlapBars } from './secret-overlap-bars.tsx'

type Made = Output<Table['makeIntegrationSecret']>

/** What an integration signs with: its AppId, and its secrets by when they were made. */
export function SecretCard({ integration }: { integration: Integration }) {
  const { integrationId, appId, secretArray } = integration
  const [rotating, rotate] = useState(false)
  const [made, tell] = useState<Made | null>(null)
  const making = useMutation({
    mutationFn: () => call('makeIntegrationSecret', { integrationId }),
    onSuccess: tell,
    onError: showRefusal,
    onSettled: rereadIntegrations,
  })
  const hasSecret = secretArray.length > 0
  return (
    <section className="card integration-secrets">
      <div className="spread">
        <h3 className="h3">密钥</h3>
        {hasSecret ? (
          <Button onClick={() => rotate(true)}>
            <RefreshCw size={16} />
            轮换密钥
          </Button>
        ) : (
          <Button variant="primary" busy={making.isPending} onClick={() => making.mutate()}>
            <KeyRound size={16} />
            生成密钥
          </Button>
        )}
      </div>
      <ul>
        <li>
          <span className="integration-secret">
            <code>{appId}</code>
            <span className="small muted">AppId，可以公开</span>
          </span>
          <CopyButton text={appId} what="AppId" />
        </li>
        {secretArray.map((secret) => (
          <SecretRow key={secret.secretId} integrationId={integrationId} secret={secret} />
        ))}
      </ul>
      {!hasSecret && <p className="muted integration-none">还没有密钥。生成后只显示一次，请先准备好保存的地方。</p>}
      {secretArray.length > 1 && <SecretOverlapBars secrets={secretArray} />}
      {rotating && (
        <RotateSheet
          title="轮换密钥"
          what="密钥"
          make={(overlap) => call('makeIntegrationSecret', { integrationId, overlap }, { quiet: true })}
          onDone={(next) => {
            rotate(false)
            tell(next)
            void rereadIntegrations()
          }}
          onClose={() => rotate(false)}
        />
      )}
      {made && (
        <SecretSheet
          what="密钥"
          values={[
            ['AppId', made.appId],
            ['密钥', made.secret],
          ]}
          advice="请存进密钥管理系统，不要写进代码或发到群里。"
          onClose={() => tell(null)}
        />
      )}
    </section>
  )
}

function SecretRow({ integrationId, secret }: { integrationId: string; secret: Integration['secretArray'][number] }) {
  const { secretId, createTime, endTime } = secret
  const ending = useMutation({
    mutationFn: () => call('endIntegrationSecret', { integrationId, secretId }),
    onSuccess: () => success('密钥已失效'),
    onError: showRefusal,
    onSettled: rereadIntegrations,
  })
  const end = async () => {
    const text = endTime === null ? '确定要使这个密钥立即失效吗？' : '确定要使旧密钥立即失效吗？'
    const detail = '还在用它签名的请求将马上被拒绝，不能恢复。'
    const question = { title: '密钥失效', text, detail, confirm: '立即失效', cancel: '取消' }
    if (await ask({ ...question, tone: 'seal' })) ending.mutate()
  }
  return (
    <li>
      <span className="integration-secret">
        <span>{endTime === null ? '密钥' : '旧密钥'}</span>
        <span className="small muted">{formatDate(createTime, '{y}-{m}-{d} {h}:{i}')} 生成</span>
      </span>
      {endTime === null ? (
        <Tag tone="green">使用中</Tag>
      ) : (
        <Tag tone="ochre">{`${formatDate(endTime, '{m}-{d} {h}:{i}')} 失效`}</Tag>
      )}
      <button
        type="button"
        className="link danger"
        aria-disabled={ending.isPending}
        onClick={() => !ending.isPending && void end()}
      >
        立即失效
      </button>
    </li>
  )
}

import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import type { Space } from '../../client/space-store.ts'
import { CopyButton } from '../../kit/secret/copy-button.tsx'
import { RotateSheet } from '../../kit/secret/rotate-sheet.tsx'
import { SecretSheet } from '../../kit/secret/secret-sheet.tsx'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { Tag } from '../../ui/tag.tsx'
import { success } from '../../ui/toast-store.ts'

type Found = Output<Table['getProvisioning']>
type Token = Found['tokenArray'][number]
type Made = Output<Table['makeProvisioningToken']>

/** SCIM: where the company's provider says who the members are, and by what it is let in. */
export function ProvisioningCard({ space }: { space: Space }) {
  const queryKey = ['provisioning', space.tenantId]
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call('getProvisioning', {}, { signal }) })
  return (
    <section className="card provisioning" aria-labelledby="provisioning">
      <CardState query={query} rows={3}>
        {(found) => <Tokens found={found} onChanged={() => void queryClient.invalidateQueries({ queryKey })} />}
      </CardState>
    </section>
  )
}

function Tokens({ found, onChanged }: { found: Found; onChanged: () => void }) {
  const { baseUrl, tokenArray, userNumber, joinedNumber } = found
  const [rotating, rotate] = useState(false)
  const [made, tell] = useState<Made | null>(null)
  const making = useMutation({
    mutationFn: () => call('makeProvisioningToken', {}),
    onSuccess: tell,
    onError: showRefusal,
    onSettled: onChanged,
  })
  return (
    <>
      <div className="spread provisioning-head">
        <h2 className="h3" id="provisioning">
          成员同步（SCIM 2.0）
        </h2>
        {tokenArray.length > 0 ? (
          <Button onClick={() => rotate(true)}>
            <RefreshCw size={16} />
            更换令牌
          </Button>
        ) : (
          <Button busy={making.isPending} onClick={() => making.mutate()}>
            <KeyRound size={16} />
            生成令牌
          </Button>
        )}
      </div>
      <p className="muted">
        身份系统新增人员时按手机号邀请，本人实名并同意后才成为成员；停用或删除人员时，成员随即停用或移除。
      </p>
      <ul>
        <li>
          <span className="provisioning-what">
            <code>{baseUrl}</code>
            <span className="small muted">SCIM 地址，填写到身份系统</span>
          </span>
          <CopyButton text={baseUrl} what="SCIM 地址" />
        </li>
        {tokenArray.map((token) => (
          <TokenRow key={token.tokenId} token={token} onChanged={onChanged} />
        ))}
      </ul>
      {userNumber > 0 && (
        <p className="small muted provisioning-number">
          身份系统已同步{userNumber}人，其中{joinedNumber}人已是成员
        </p>
      )}
      {rotating && (
        <RotateSheet
          title="更换令牌"
          what="令牌"
          make={(overlap) => call('makeProvisioningToken', { overlap }, { quiet: true })}
          onDone={(next) => {
            rotate(false)
            tell(next)
            onChanged()
          }}
          onClose={() => rotate(false)}
        />
      )}
      {made && (
        <SecretSheet
          what="令牌"
          values={[
            ['SCIM 地址', baseUrl],
            ['令牌', made.token],
          ]}
          advice="请直接填写到身份系统，不要发到群里：持有者可以邀请、停用和移除成员。"
          onClose={() => tell(null)}
        />
      )}
    </>
  )
}

const minute = (time: number) => formatDate(time, '{y}-{m}-{d} {h}:{i}')

function TokenRow({ token, onChanged }: { token: Token; onChanged: () => void }) {
  const { tokenId, createTime, createBy, endTime, useTime } = token
  const ending = useMutation({
    mutationFn: () => call('endProvisioningToken', { tokenId }),
    onSuccess: () => success('令牌已吊销'),
    onError: showRefusal,
    onSettled: onChanged,
  })
  const end = async () => {
    const text = '确定要吊销这个令牌吗？'
    const detail = '身份系统用它发来的请求将马上被拒绝，不能恢复。已有的成员不受影响。'
    const question = { title: '吊销令牌', text, detail, confirm: '吊销', cancel: '取消' }
    if (await ask({ ...question, tone: 'seal' })) ending.mutate()
  }
  return (
    <li>
      <span className="provisioning-what">
        <span>{endTime === null ? '令牌' : '旧令牌'}</span>
        <span className="small muted">
          {createBy} {minute(createTime)} 生成；{useTime === null ? '还没有使用过' : `最近使用 ${minute(useTime)}`}
        </span>
      </span>
      {endTime === null ? <Tag tone="green">使用中</Tag> : <Tag tone="ochre">{`${minute(endTime)} 失效`}</Tag>}
      <button
        type="button"
        className="link danger"
        aria-disabled={ending.isPending}
        onClick={() => !ending.isPending && void end()}
      >
        吊销
      </button>
    </li>
  )
}

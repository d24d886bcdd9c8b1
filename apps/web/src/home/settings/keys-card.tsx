import type { Key } from '@moqi/api/passkey'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { config } from '../../client/config.ts'
import { showRefusal } from '../../client/call-error.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { success } from '../../ui/toast-store.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { AddKeySheet } from './add-key-sheet.tsx'
import { LastKeySheet } from './last-key-sheet.tsx'
import { RenameKeySheet } from './rename-key-sheet.tsx'
import { RequireKeySheet } from './require-key-sheet.tsx'
import './settings-cards.css'
import { signInKeys } from './sign-in-keys.ts'

const day = '{y}-{m}-{d}'
type Open = { sheet: 'add' } | { sheet: 'rename' | 'last'; key: Key } | { sheet: 'require'; required: boolean }

/** 通行密钥与安全密钥 (checklist R42, C10): the account's keys, and whether signing in asks for one besides. */
export function KeysCard() {
  const client = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  const query = useQuery({
    queryKey: signInKeys.keys,
    queryFn: ({ signal }) => call('listKeys', {}, { signal, quiet: true }),
  })
  const reload = () => client.invalidateQueries({ queryKey: signInKeys.keys })
  const close = () => setOpen(null)
  const done = (text: string) => {
    close()
    success(text)
    void reload()
  }
  const remove = async (key: Key, isLast: boolean) => {
    if (isLast) return setOpen({ sheet: 'last', key })
    const text = `移除后，“${key.name}”不能再用于登录。设备上保存的通行密钥请到该设备的设置中删除。`
    if (!(await ask({ title: '移除密钥', text, confirm: '移除', cancel: '取消' }))) return
    try {
      await call('removeKey', { keyId: key.keyId })
      success('密钥已移除')
    } catch (fault) {
      showRefusal(fault)
    }
    await reload()
  }
  return (
    <section className="card settings-card" aria-labelledby="keys-title">
      <div className="card-head settings-head">
        <h2 id="keys-title" className="h2">
          通行密钥与安全密钥
        </h2>
        <Button size="s" onClick={() => setOpen({ sheet: 'add' })}>
          <Plus size={16} />
          添加密钥
        </Button>
      </div>
      <CardState query={query} rows={2}>
        {({ keyArray, keyRequired, recoveryLeft }) => (
          <>
            {keyArray.length === 0 ? (
              <p className="settings-none muted">
                暂无。用指纹、面容、屏幕锁或安全密钥登录，不用记密码，也不怕验证码被骗走。
              </p>
            ) : (
              <ul aria-labelledby="keys-title">
                {keyArray.map((key) => (
                  <KeyRow
                    key={key.keyId}
                    own={key}
                    onRename={() => setOpen({ sheet: 'rename', key })}
                    onRemove={() => void remove(key, keyArray.length === 1)}
                  />
                ))}
              </ul>
            )}
            {keyArray.length > 0 && (
              <SecondFactor
                required={keyRequired === 'yes'}
                left={recoveryLeft}
                onTurn={(required) => setOpen({ sheet: 'require', required })}
              />
            )}
          </>
        )}
      </CardState>
      {config.companion && (
        <p className="settings-more">
          <OwnLink to="/user/bindKey">USBKey数字证书</OwnLink>
        </p>
      )}
      {open?.sheet === 'add' && <AddKeySheet onDone={() => done('密钥已添加，可用于登录')} onClose={close} />}
      {open?.sheet === 'rename' && <RenameKeySheet own={open.key} onDone={() => done('名称已修改')} onClose={close} />}
      {open?.sheet === 'last' && <LastKeySheet own={open.key} onDone={() => done('密钥已移除')} onClose={close} />}
      {open?.sheet === 'require' && (
        <RequireKeySheet required={open.required} onChanged={() => void reload()} onClose={close} />
      )}
    </section>
  )
}

type KeyRowProps = { own: Key; onRename: () => void; onRemove: () => void }

function KeyRow({ own, onRename, onRemove }: KeyRowProps) {
  const { name, synced, copied, createTime, usedTime } = own
  const kind = synced === 'yes' ? '通行密钥，随云端同步' : '仅在一台设备或安全密钥上'
  return (
    <li className="device own-key">
      <span className="icon-tile">
        <KeyRound size={20} />
      </span>
      <TwoLines name={name} company={`${kind}　${formatDate(createTime, day)} 添加`} />
      <span className="device-at">
        {copied === 'yes' ? (
          <Tag tone="seal">疑被复制，请移除</Tag>
        ) : (
          <span className="muted">{usedTime === null ? '尚未使用' : `${formatDate(usedTime, day)} 使用`}</span>
        )}
      </span>
      <span className="device-act row">
        <button type="button" className="link" aria-label={`重命名：${name}`} onClick={onRename}>
          重命名
        </button>
        <button type="button" className="link" aria-label={`移除：${name}`} onClick={onRemove}>
          移除
        </button>
      </span>
    </li>
  )
}

type SecondFactorProps = { required: boolean; left: number; onTurn: (required: boolean) => void }

function SecondFactor({ required, left, onTurn }: SecondFactorProps) {
  return (
    <div className="key-required">
      <div>
        <h3>登录二次验证</h3>
        <p className="small muted">
          {required
            ? `已开启：输入密码或验证码后，还需使用密钥。恢复码剩余${left}个。`
            : '未开启：密码或验证码正确即可登录。开启后还需使用密钥，账号更安全。'}
        </p>
      </div>
      <span className="row">
        {required && (
          <Button size="s" onClick={() => onTurn(true)}>
            重新生成恢复码
          </Button>
        )}
        <Button size="s" onClick={() => onTurn(!required)}>
          {required ? '关闭' : '开启'}
        </Button>
      </span>
    </div>
  )
}

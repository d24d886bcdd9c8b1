import { ImageUp, PenLine, Shapes, Smartphone, type LucideIcon } from 'lucide-react'
import { reviewDays } from '@moqi/domain/seals/seal-review'
import { useState, type ReactNode } from 'react'
import { readFrom } from '../../client/own-path.ts'
import { useSpace, type Space } from '../../client/space-store.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { TaskFrame } from '../../ui/task-frame.tsx'
import { PersonAuthFirst } from '../../kit/authentication/person-auth-first.tsx'
import { ByPhone } from '../../kit/handwriting/by-phone.tsx'
import type { PhoneInk } from '../../kit/handwriting/use-phone-handwriting.ts'
import { writtenSize } from '../../kit/handwriting/written-size.ts'
import { SealImagePanel } from '../../kit/seal-image/seal-image-panel.tsx'
import { useSealPicture } from '../../kit/seal-image/use-seal-picture.ts'
import { OwnSpaceFirst } from '../../kit/space/own-space-first.tsx'
import type { MadeSign } from './made-sign.ts'
import { SignPreview } from './sign-preview.tsx'
import { ColorChoice, StyleWay, useStyleWay } from './style-way.tsx'
import { useSaveSign } from './use-save-sign.ts'
import { useWriteWay, WriteWay } from './write-way.tsx'
import '../../ui/checkbox.css'
import './create-sign.css'

type Way = 'style' | 'write' | 'phone' | 'upload'
const ways: readonly { way: Way; label: string; hint: string; Icon: LucideIcon }[] = [
  { way: 'style', label: '模板', hint: '用实名姓名生成', Icon: Shapes },
  { way: 'write', label: '在此手写', hint: '鼠标、触控板或手写板', Icon: PenLine },
  { way: 'phone', label: '手机手写', hint: '扫码后用手指写', Icon: Smartphone },
  { way: 'upload', label: '上传图片', hint: '拍下纸上的签名', Icon: ImageUp },
]

/** /create-sign (checklist R43): makes one signature or seal of the person's own, in one of four ways. */
export function CreateSignPage() {
  const space = useSpace((state) => state.current)
  const [params] = useSearchParams()
  const from = params.get('from')
  const back = from === null ? '/user/seal' : readFrom(from)
  if (!space) return null
  if (space.spaceType !== 'person')
    return (
      <Waits back={back}>
        <OwnSpaceFirst>个人签名和印章保存在您的个人空间，企业空间不能制作。</OwnSpaceFirst>
      </Waits>
    )
  if (space.spaceStatus !== 'passAuth')
    return (
      <Waits back={back}>
        <PersonAuthFirst title="请先实名认证">
          <p>签名和印章使用实名认证的姓名。</p>
        </PersonAuthFirst>
      </Waits>
    )
  return <Making space={space} back={back} />
}

function Waits({ back, children }: { back: string; children: ReactNode }) {
  return (
    <TaskFrame back={{ to: back, label: '返回' }} title="制作个人签名">
      {children}
    </TaskFrame>
  )
}

function Making({ space, back }: { space: Space; back: string }) {
  const [way, setWay] = useState<Way>('style')
  const [isDefault, setDefault] = useState(true)
  const style = useStyleWay()
  const write = useWriteWay()
  const [phone, setPhone] = useState<PhoneInk | null>(null)
  const picture = useSealPicture(['black', 'blue'])
  const saving = useSaveSign(back)
  const made: Record<Way, MadeSign | null> = {
    style: style.made,
    write: write.made,
    phone: phone && {
      png: phone.png,
      ...writtenSize(phone.ratio),
      input: { handwriteSealId: phone.handwriteSealId },
    },
    upload: uploaded(picture),
  }
  const ready = made[way]
  return (
    <TaskFrame
      back={{ to: back, label: '返回' }}
      title="制作个人签名"
      note={`${space.spaceName}　已认证`}
      actions={
        <Button
          variant="primary"
          disabled={!ready}
          busy={saving.isPending || (way === 'upload' && picture.busy)}
          onClick={() => ready && saving.mutate({ made: ready, isDefault })}
        >
          保存签名
        </Button>
      }
    >
      <div className="sign-make">
        <nav className="sign-ways" aria-label="制作方式">
          {ways.map(({ way: one, label, hint, Icon }) => (
            <button
              key={one}
              type="button"
              className={one === 'phone' ? 'sign-desk' : ''}
              aria-pressed={one === way}
              onClick={() => setWay(one)}
            >
              <Icon size={20} />
              <span>
                <b>{label}</b>
                <span className="small">{hint}</span>
              </span>
            </button>
          ))}
        </nav>
        <section className="card sign-work" aria-label={ways.find((one) => one.way === way)?.label}>
          {way === 'style' && <StyleWay state={style} name={space.spaceName} />}
          {way === 'write' && <WriteWay state={write} name={space.spaceName} onPhone={() => setWay('phone')} />}
          {way === 'phone' && <ByPhone onWritten={setPhone} />}
          {way === 'upload' && (
            <>
              <h2 className="h2 sign-cap">上传签名图片</h2>
              <SealImagePanel thing="签名" state={picture} />
              <p className="small muted">
                {style.drawn.data?.sealReview === 'automatic'
                  ? '本平台（演示）不做人工核对：图片检查通过后直接启用。'
                  : `上传的图片须经人工核对，${reviewDays}个工作日内完成，通过前不能使用。请只上传您本人的签名。`}
              </p>
            </>
          )}
        </section>
        <SignPreview made={ready}>
          {way === 'style' && <ColorChoice state={style} />}
          <label className="check">
            <input type="checkbox" checked={isDefault} onChange={(event) => setDefault(event.target.checked)} />
            <span>设为默认，签署时先选它</span>
          </label>
        </SignPreview>
      </div>
    </TaskFrame>
  )
}

function uploaded({ made }: ReturnType<typeof useSealPicture>): MadeSign | null {
  if (!made?.picture) return null
  const { png, ratio, ink, file } = made.picture
  return { png, ...writtenSize(ratio), input: { handwriteBase64: png, sealColor: ink }, original: file }
}

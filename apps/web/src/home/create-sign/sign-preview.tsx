import { formatDate } from '@moqi/domain/time/format-date'
import type { ReactNode } from 'react'
import { SealImage } from '../../ui/seal-image.tsx'
import { sizeText } from '../../ui/size-text.ts'
import { useNow } from '../../ui/use-now.ts'
import type { MadeSign } from './made-sign.ts'
import '../../ui/mm-ground.css'

/** px a millimetre: true size on a screen of 96 dpi, and a little less over a contract's words. */
const scale = { real: 96 / 25.4, words: 2.6 }

/** How what was made will look, in its true size and on a contract, whichever way it was made. */
export function SignPreview({ made, children }: { made: MadeSign | null; children: ReactNode }) {
  const now = useNow()
  return (
    <aside className="card sign-preview" aria-label="预览">
      <div className="spread">
        <h2 className="h2">预览</h2>
        <span className="small muted">{made ? `${sizeText(made)}，每格 5 mm` : '还没有签名'}</span>
      </div>
      <div className="sign-paper mm-ground">
        {made ? (
          <SealImage src={made.png} alt="签名预览" width={made.width} height={made.height} mm={scale.real} />
        ) : (
          <span className="muted">做好后显示在这里</span>
        )}
      </div>
      <div className="sign-on" lang="zh-CN" aria-hidden="true">
        <p>
          乙方（签名）：
          <br />
          日期：{formatDate(now, '{y}年{m}月{d}日')}
        </p>
        {made && <SealImage src={made.png} alt="" width={made.width} height={made.height} mm={scale.words} />}
      </div>
      {children}
    </aside>
  )
}

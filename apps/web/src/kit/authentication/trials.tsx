import type { Trial } from '@moqi/api/real-name'
import { FlaskConical } from 'lucide-react'

type TrialsProps = { what: string; trials: readonly Trial[] | undefined }

/** In the demonstration, which asks nobody: what may be typed to see another outcome than passing. */
export function Trials({ what, trials = [] }: TrialsProps) {
  if (trials.length === 0) return null
  return (
    <aside className="auth-trials" aria-label="演示说明">
      <p className="auth-trials-head">
        <FlaskConical size={16} />
        演示环境使用内置核验，不查询任何真实身份，格式正确即通过。填写以下{what}可体验其他结果：
      </p>
      <dl>
        {trials.map(({ input, outcome }) => (
          <div key={input}>
            <dt className="num">{input}</dt>
            <dd>{outcome}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}

import { isBuilt } from '../../scripts/web-build.mjs'

/** Stories are played on the built web app. Throws before the first of them when that is older than its sources. */
export function setup() {
  if (!isBuilt()) throw new Error('网页构建已过期：请用 npm run story -- 名称 构建并运行')
}

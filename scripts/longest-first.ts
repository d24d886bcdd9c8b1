import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The test files that take longest of their project, the longest first. */
export const longest: readonly string[] = [
  'e2e/account-pages.story.ts',
  'e2e/launch-pages.story.ts',
  'e2e/contract-pages.story.ts',
  'e2e/line-cut-after-requests.story.ts',
  'e2e/line-cut-during-requests.story.ts',
  'e2e/refusals.story.ts',
  'e2e/template-batch.story.ts',
  'e2e/open-sign.story.ts',
  'e2e/framework-agreement.story.ts',
  'e2e/void-contract.story.ts',
  'e2e/line-cut-before-requests.story.ts',
  'e2e/register-person.story.ts',
  'e2e/company-party.story.ts',
  'e2e/invite-operator.story.ts',
  'e2e/live-home.story.ts',
  'e2e/quick-launch.story.ts',
  'e2e/startup-prompts.story.ts',
  'e2e/doors.story.ts',
]

/**
 * Has projects follow each other as the configuration names them, and in each the longest files begin before others:
 * one that begins last keeps a run waiting alone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(relative(this.ctx.config.root, moduleId))
      return at === -1 ? longest.length : at
    }
    const usual: TestSpecification[] = await Reflect.apply(super.sort, this, [files])
    const projects = Map.groupBy(usual, ({ project }) => project)
    return this.ctx.projects.flatMap((project) =>
      (projects.get(project) ?? []).toSorted((one, other) => place(one) - place(other)),
    )
  }
}

export function isNewEnough(version: string): boolean
export function lockfilesAgree(
  wanted: Record<
    string,
    { version?: string; integrity?: string; optional?: boolean; link?: boolean; name?: string }
  >,
  installed: Record<string, { version?: string; integrity?: string; optional?: boolean }>,
): boolean
export function run(script: string, args?: string[]): Promise<void>

export function stepWithReport(
  title: string,
  args: string[],
  options: { report: string; env?: Record<string, string>; patience?: number },
): Promise<boolean>

/** Of this browser's windows at one table the newest acts; those that were there before are told, and rest. */
export class Tabs {
  private readonly channel: BroadcastChannel | null;
  private since = 0;

  /** `onnewer` is called where another window has the table from now on. */
  constructor(table: string, onnewer: () => void) {
    this.channel = channelOf(table);
    this.channel?.addEventListener("message", ({ data }: MessageEvent<number>) => {
      if (this.since > 0 && data >= this.since) onnewer();
    });
  }

  /** This window has the table from now on. */
  claim(): void {
    this.since = Date.now();
    this.channel?.postMessage(this.since);
  }

  close(): void {
    this.channel?.close();
  }
}

/** Where windows cannot speak to each other, or may not, all act, and the server keeps them alike. */
function channelOf(table: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(`gaple.${table}`);
  } catch {
    return null;
  }
}

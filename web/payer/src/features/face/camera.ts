const WIDTH_PX = 640;
const QUALITY = 0.85;
/** Where the browser does not say when a new picture is there. */
const PICTURE_MS = 200;
/** A camera that gives no picture for so long has been taken by another app. */
const LONGEST_PAUSE_MS = 5_000;

/** Why the camera gives no picture: it may not be used, there is none, another app has it, it stopped, or the page was left. */
export type CameraProblem = 'refused' | 'missing' | 'taken' | 'lost' | 'left';

/** The camera of the device, shown in a video. */
export class Camera {
  readonly #video: HTMLVideoElement;
  readonly #stream: MediaStream;
  readonly #canvas = document.createElement('canvas');
  /** What has ended it. */
  #problem: CameraProblem | null = null;
  readonly #over = new AbortController();

  private constructor(video: HTMLVideoElement, stream: MediaStream) {
    this.#video = video;
    this.#stream = stream;
    const { signal } = this.#over;
    for (const track of stream.getTracks()) track.addEventListener('ended', () => this.#end('lost'), { signal });
    // Nobody is filmed by a page that they do not see.
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.#end('left'), { signal });
  }

  /** Asks for the camera. */
  static async open(video: HTMLVideoElement): Promise<Camera | CameraProblem> {
    // A page without TLS has no cameras.
    if (!('mediaDevices' in navigator)) return 'missing';
    let stream: MediaStream;
    try {
      const wanted = { facingMode: 'user', width: { ideal: WIDTH_PX }, height: { ideal: 480 } };
      stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
      return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'taken';
    }
    const camera = new Camera(video, stream);
    video.srcObject = stream;
    // What keeps it from playing keeps it from giving pictures.
    await video.play().catch(() => {});
    return camera;
  }

  /** The next picture that the camera has not shown before, as a JPEG in base64; the fewer bytes it may take, the coarser it is. Null once it has ended. */
  async frame(mostBytes: number): Promise<string | null> {
    await this.#nextPicture();
    if (this.#problem) return null;
    const { videoWidth, videoHeight } = this.#video;
    const width = Math.min(WIDTH_PX, videoWidth);
    this.#canvas.width = width;
    this.#canvas.height = Math.round((videoHeight * width) / videoWidth);
    this.#canvas.getContext('2d')?.drawImage(this.#video, 0, 0, this.#canvas.width, this.#canvas.height);
    for (let quality = QUALITY; ; quality -= 0.2) {
      const picture = this.#canvas.toDataURL('image/jpeg', quality).replace(/^.*,/, '');
      if (bytesOf(picture) <= mostBytes || quality < 0.3) return picture;
    }
  }

  /** Why it has ended by itself. */
  get problem(): CameraProblem | null {
    return this.#problem;
  }

  close(): void {
    this.#over.abort();
    for (const track of this.#stream.getTracks()) track.stop();
    this.#video.srcObject = null;
  }

  #end(problem: CameraProblem): void {
    this.#problem ??= problem;
    this.close();
  }

  #nextPicture(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#problem) return resolve();
      this.#over.signal.addEventListener('abort', () => resolve(), { once: true });
      if (!('requestVideoFrameCallback' in this.#video)) return void setTimeout(resolve, PICTURE_MS);
      const pause = setTimeout(() => this.#end('lost'), LONGEST_PAUSE_MS);
      this.#video.requestVideoFrameCallback(() => {
        clearTimeout(pause);
        resolve();
      });
    });
  }
}

/** How many bytes stand in base64. */
export function bytesOf(base64: string): number {
  return base64.length * 0.75;
}

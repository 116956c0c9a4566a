const WIDTH_PX = 640;
const QUALITY = 0.85;
/** Where the browser does not say when a new picture is there. */
const PICTURE_MS = 200;

/** The camera of the device, shown in a video. */
export class Camera {
  readonly #video: HTMLVideoElement;
  readonly #stream: MediaStream;
  readonly #canvas = document.createElement('canvas');

  private constructor(video: HTMLVideoElement, stream: MediaStream) {
    this.#video = video;
    this.#stream = stream;
  }

  /** Asks for the camera; undefined where there is none or it may not be used. */
  static async open(video: HTMLVideoElement): Promise<Camera | undefined> {
    try {
      const wanted = { facingMode: 'user', width: { ideal: WIDTH_PX }, height: { ideal: 480 } };
      const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
      video.srcObject = stream;
      await video.play();
      return new Camera(video, stream);
    } catch {
      return undefined;
    }
  }

  /** The next picture that the camera has not shown before, as a JPEG in base64; the fewer bytes it may take, the coarser it is. */
  async frame(mostBytes: number): Promise<string> {
    await this.#nextPicture();
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

  close(): void {
    for (const track of this.#stream.getTracks()) track.stop();
    this.#video.srcObject = null;
  }

  #nextPicture(): Promise<void> {
    return new Promise((resolve) => {
      if ('requestVideoFrameCallback' in this.#video) this.#video.requestVideoFrameCallback(() => resolve());
      else setTimeout(resolve, PICTURE_MS);
    });
  }
}

/** How many bytes stand in base64. */
export function bytesOf(base64: string): number {
  return base64.length * 0.75;
}

"""What a run keeps on disk, so that it can go on: its folder, manifest, checkpoints, and who may write there."""

mod placeholder{}
